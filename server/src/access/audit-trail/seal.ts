import { createHash } from 'node:crypto'
import type { AuditSealRow } from '../../ground/db/audit-tables.ts'

/** Where the chain is: after which entry, with which hash, and how many of them are kept for ever. */
export type Link = Pick<AuditSealRow, 'number' | 'hash' | 'kept'>

/** What the first entry has before it. */
export const beginning: Link = { number: 0, hash: '0'.repeat(64), kept: 0 }

/** Of a row that was gone before it could be sealed. */
export const missing = 'missing'

/** A stretch of entries that were taken away when they were old. */
export const thinned = 'thinned'

/** Of the values of a row, in an order that is never changed. */
export function digestOf(values: readonly unknown[]): string {
  return sha256(values)
}

/** The next entry of the chain. */
export function sealNext(
  { number: last, hash: previous, kept: before }: Link,
  entry: Pick<AuditSealRow, 'at' | 'source' | 'key' | 'digest'>,
): AuditSealRow {
  const number = last + 1
  const kept = before + (isKept(entry.source) ? 1 : 0)
  return { ...entry, number, first: number, kept, hash: hashOf(previous, { ...entry, number, kept }) }
}

/** Over the entry and all that came before it: nothing of either can be altered without another hash. */
export function hashOf(
  previous: string,
  { number, at, source, key, digest, kept }: Omit<AuditSealRow, 'first' | 'hash'>,
): string {
  return sha256([previous, number, at, source, key, digest, kept])
}

function isKept(source: string): boolean {
  return source !== 'access'
}

function sha256(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
