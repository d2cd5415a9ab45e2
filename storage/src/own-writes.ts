const listeners = new Set<() => void>()

/** Tells of each commit of this process, whichever database it was to; the returned function ends that. */
export function onWrite(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellOfWrite(): void {
  for (const listener of listeners) listener()
}
