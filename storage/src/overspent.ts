/** PostgreSQL's check_violation, and SQLite's. */
const checkViolations = new Set<unknown>(['23514', 275])
/** PostgreSQL's division_by_zero, by which `writeAll` refuses what is beyond a limit. */
const beyondLimit = '22012'

/** The same refusal where the database does not make it. */
export class BeyondLimitError extends Error {
  readonly code = beyondLimit
}

/** Whether a write was refused since it went beyond a quota, or a limit. */
export function isOverspent(error: unknown): boolean {
  const { code, errcode, constraint, message } = error as {
    code?: string
    errcode?: number
    constraint?: string
    message?: string
  }
  if (code === beyondLimit) return true
  const isCheck = checkViolations.has(code) || checkViolations.has(errcode)
  return isCheck && `${constraint} ${message}`.includes('quotas_most')
}
