import type { Readable } from 'node:stream'

/** Where the bytes of files are, by the SHA-256 of what they are: under a name there is always the same, or nothing. */
export type FileStore = {
  /** They are there for good when this resolves, and whole; or not at all. */
  put(hash: string, bytes: Buffer): Promise<void>
  /** null where there are none. */
  open(hash: string): Promise<Readable | null>
  /** How many there are; null where there are none. */
  sizeOf(hash: string): Promise<number | null>
  remove(hash: string): Promise<void>
  /** What only a folder of this machine can do; null for another store. */
  readonly folder: Folder | null
}

export type Folder = {
  readonly path: string
  pathOf(hash: string): string
  /** The hashes in one of the 256 folders. */
  list(shard: number): Promise<string[]>
  /** When the bytes came, or were last kept by a backup; null where there are none. */
  timeOf(hash: string): Promise<number | null>
  /** Takes away what processes left behind that were killed before then. */
  sweepDrafts(before: number): Promise<void>
}

/** How many folders there are in a folder. */
export const shards = 256
