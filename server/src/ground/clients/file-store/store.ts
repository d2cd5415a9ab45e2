import type { Readable } from 'node:stream'

/** Holds files' bytes under their SHA-256: a name always has the same bytes, or none. */
export type FileStore = {
  /** Once this resolves, the bytes are there for good and whole; otherwise not at all. */
  put(hash: string, bytes: Buffer): Promise<void>
  /** null if there is no such file. */
  open(hash: string): Promise<Readable | null>
  /** In bytes; null if there is no such file. */
  sizeOf(hash: string): Promise<number | null>
  remove(hash: string): Promise<void>
  /** Abilities that only a folder on this machine has; null for another store. */
  readonly folder: Folder | null
}

export type Folder = {
  readonly path: string
  pathOf(hash: string): string
  list(shard: number): Promise<string[]>
  /** When the bytes came, or were last kept by a backup; null if there are none. */
  timeOf(hash: string): Promise<number | null>
  /** Removes drafts that processes killed before then left behind. */
  sweepDrafts(before: number): Promise<void>
}

export const shards = 256
