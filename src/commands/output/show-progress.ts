import type { WriteStream } from 'node:tty';
import { Presets, SingleBar } from 'cli-progress';

/** Shows how far work of several phases is. */
export interface Progress {
  show(phase: string, done: number, total: number): void;
  /** Leaves the terminal in order; may be called twice. */
  end(): void;
}

/** A bar for each phase on a terminal; elsewhere one line when a phase is done. */
export function createProgress(stream: WriteStream): Progress {
  return stream.isTTY ? progressBars(stream) : progressLines(stream);
}

/** `productModels` as people read it. */
const phaseLabel = (phase: string) => phase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function progressBars(stream: WriteStream): Progress {
  let current: { readonly phase: string; readonly bar: SingleBar } | null = null;
  const end = () => {
    current?.bar.stop();
    current = null;
  };
  return {
    show(phase, done, total) {
      if (current?.phase !== phase) {
        end();
        const format = '{phase} {bar} {percentage}% | {value}/{total} | {eta_formatted} left';
        const bar = new SingleBar({ stream, format, hideCursor: true }, Presets.shades_classic);
        bar.start(total, 0, { phase: phaseLabel(phase).padEnd(18) });
        current = { phase, bar };
      }
      current.bar.update(done);
    },
    end,
  };
}

function progressLines(stream: NodeJS.WritableStream): Progress {
  let reported: string | null = null;
  return {
    show(phase, done, total) {
      if (done < total || phase === reported) return;
      reported = phase;
      stream.write(`${phaseLabel(phase)}: ${done} of ${total}\n`);
    },
    end: () => undefined,
  };
}
