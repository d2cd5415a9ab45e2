import { createHash } from 'node:crypto'
import type { AuditSealRow } from '@furrow/storage/audit-tables.ts'

export type Link = Pick<AuditSealRow, 'number' | 'hash' | 'kept'>

export const beginning: Link = { number: 0, hash: '0'.repeat(64), kept: 0 }

export const missing = 'missing'

export const thinned = 'thinned'

/** The order of a row's values must never change. */
export function digestOf(values: readonly unknown[]): string {
  return sha256(values)
}

export function sealNext(
  { number: last, hash: previous, kept: before }: Link,
  entry: Pick<AuditSealRow, 'at' | 'source' | 'key' | 'digest'>,
): AuditSealRow {
  const number = last + 1
  const kept = before + (isKept(entry.source) ? 1 : 0)
  return { ...entry, number, first: number, kept, hash: hashOf(previous, { ...entry, number, kept }) }
}

/** Covers the entry and all before it: neither can be altered without changing the hash. */
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
