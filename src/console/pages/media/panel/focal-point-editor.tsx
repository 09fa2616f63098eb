import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { EditorProps } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import type { MediaDetails } from '../media-documents.ts';
import { cropStyle, type FocalPoint } from './crop-style.ts';

/** How far an arrow key moves the point; with Shift ten times as far. */
const STEP = 0.01;

const CENTER: FocalPoint = { x: 0.5, y: 0.5 };

const ARROWS: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

const clamp = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;

/** Shapes of the crops beside the image. */
const CROPS = [
  { name: t('Square'), ratio: 1 },
  { name: t('Wide'), ratio: 16 / 9 },
] as const;

/** Maximum height of the image, in CSS pixels. */
const MAX_HEIGHT = 320;

/** Returns the style that keeps the place of an image until it is loaded; none where its size is unknown. */
const frameOf = (width: number | null, height: number | null) =>
  width === null || height === null
    ? undefined
    : {
        inlineSize: `min(100%, ${Math.min(width, (MAX_HEIGHT * width) / height)}px)`,
        aspectRatio: `${width} / ${height}`,
      };

/** Shows an image with its focal point, which is moved by a click, by dragging and by arrow keys, and two crops around it. */
export function FocalPointEditor(props: EditorProps<FocalPoint | null, MediaDetails>) {
  const { item, label, value, isDisabled, onChange } = props;
  /** Where the point is dragged to; null while it is not. */
  const [dragged, setDragged] = useState<FocalPoint | null>(null);
  if (item == null || item.preview === null) return null;
  const { preview, width, height } = item;
  const point = dragged ?? value ?? CENTER;
  const pointAt = ({ clientX, clientY, currentTarget }: PointerEvent): FocalPoint => {
    const box = currentTarget.getBoundingClientRect();
    return { x: clamp((clientX - box.left) / box.width), y: clamp((clientY - box.top) / box.height) };
  };
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const factor = event.shiftKey ? 10 : 1;
    onChange({ x: clamp(point.x + arrow.x * factor), y: clamp(point.y + arrow.y * factor) });
  };
  const text = t('{x} % from the left, {y} % from the top', {
    x: Math.round(point.x * 100),
    y: Math.round(point.y * 100),
  });
  return (
    <>
      <div className="media-preview">
        <div
          className="focal-frame"
          onPointerDown={(event) => {
            if (event.button === 0 && !isDisabled) event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) setDragged(pointAt(event));
          }}
          onPointerUp={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) onChange(pointAt(event));
          }}
          onLostPointerCapture={() => setDragged(null)}
        >
          <img
            src={preview}
            alt=""
            draggable={false}
            width={width ?? undefined}
            height={height ?? undefined}
            style={frameOf(width, height)}
          />
          <div
            role="slider"
            tabIndex={isDisabled ? -1 : 0}
            className="focal-point"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(point.x * 100)}
            aria-valuetext={text}
            title={text}
            style={{ insetInlineStart: `${point.x * 100}%`, insetBlockStart: `${point.y * 100}%` }}
            onKeyDown={press}
          />
        </div>
      </div>
      <div className="row focal-crops">
        {CROPS.map(({ name, ratio }) => (
          <figure key={name}>
            <div className="focal-crop" style={{ aspectRatio: ratio }}>
              <img src={preview} alt="" style={cropStyle(point, { width, height }, ratio)} />
            </div>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
        <p className="quiet">
          {t('Crops keep the focal point in view.')}
          {value === null ? null : (
            <>
              <br />
              <button
                type="button"
                className="link-button"
                disabled={isDisabled}
                onClick={() => onChange(null)}
              >
                {t('Center')}
              </button>
            </>
          )}
        </p>
      </div>
    </>
  );
}
