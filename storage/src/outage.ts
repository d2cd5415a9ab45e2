/**
 * PostgreSQL's: no connection (08), read-only (25006), no transaction (25P03), not let in (28), no database (3D000), no
 * room (53), locked (55P03), cancelled or shutting down (57), disk (58), damaged (XX001, XX002); and the network's.
 */
const codes =
  /^(08|25006|25P0[34]|28|3D000|53|55P03|57|58|XX00[12]|E(CONN|HOST|NET)|EAI_AGAIN|ENOTFOUND|EPIPE|ETIMEDOUT|ERR_(SSL|TLS))/
/** For failures to which the client gives no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error)|Postgres connection has been discarded|The server does not support SSL)/
/** SQLite's: busy, locked, read-only, the disk failed, damaged, full, cannot be opened, locks do not work, no database. */
const sqliteCodes = new Set([5, 6, 8, 10, 11, 13, 14, 15, 26])

type DatabaseError = Error & { readonly code?: string; readonly errcode?: number }

/** Whether the database could not be asked, or cannot act now: the statement is not to blame. */
export function isOutage(error: unknown): boolean {
  const { code = '', message = '' } = error as DatabaseError
  return codes.test(code) || messages.test(message) || sqliteCodes.has(sqliteCode(error) ?? 0)
}

/** Logs an outage by its message alone, since its stack says nothing; anything else with its stack. */
export function toLog(error: unknown): { readonly err: unknown } | { readonly reason: string } {
  if (!isOutage(error)) return { err: error }
  const { code, message } = error as DatabaseError
  return { reason: [message || code, message && code].filter(Boolean).join(' ') }
}

/** Whether any other statement would fail too: where one row is damaged, others need not be. */
export function isGeneral(error: unknown): boolean {
  return isOutage(error) && !isDamage(error)
}

/** Whether the disk or memory was full, or the disk failed: a write of the same size fails as well. */
export function isWithoutRoom(error: unknown): boolean {
  const { code = '' } = error as DatabaseError
  return ['53100', '53200', '58030'].includes(code) || [10, 13].includes(sqliteCode(error) ?? 0)
}

/** Whether a pooler refuses a startup parameter of the URL, which does not pass by itself. */
export function isRefusedByPooler(error: unknown): boolean {
  return ((error as DatabaseError).message ?? '').includes('unsupported startup parameter')
}

/** The sentence where PostgreSQL lets its user in, and not at the tables or the schema; null for all else. */
export function sentenceOfForbidden(error: unknown): string | null {
  const { code, message } = error as DatabaseError
  return code === '42501'
    ? `The user of DATABASE_URL may not do this: ${message}. Make that user the owner of the database and of all in it.`
    : null
}

export function isReadOnly(error: unknown): boolean {
  return (error as DatabaseError).code === '25006'
}

export function isDamage(error: unknown): boolean {
  return /^XX00[12]$/.test((error as DatabaseError).code ?? '') || [11, 26].includes(sqliteCode(error) ?? 0)
}

/** Whether the database did not answer in time, so that the connection's state is unknown. */
export function isSilence(error: unknown): boolean {
  return (error as DatabaseError).message === 'Query read timeout'
}

export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === 5
}

/** Strips the details that SQLite adds above the first byte. */
function sqliteCode(error: unknown): number | null {
  const { code, errcode } = error as DatabaseError
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : null
}
