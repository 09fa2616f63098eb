import { useEffect, useEffectEvent, useState } from 'react';
import { readDroppedFolder } from './dropped-folder.ts';
import type { FolderFile } from './tar-archive.ts';

/**
 * Takes a folder that is dropped anywhere on the page.
 *
 * @param onFolder called with the files of the folder; null if only single files were dropped
 * @returns true while files are dragged over the page
 */
export function useFolderDrop(onFolder: (files: Promise<readonly FolderFile[]> | null) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onFolder);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    // Without a related element, the pointer leaves the window.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const end = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      drop(readDroppedFolder(event.dataTransfer.items));
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', end, { signal });
    return () => listening.abort();
  }, []);
  return isOver;
}
