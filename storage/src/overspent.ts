/** PostgreSQL's check_violation, and SQLite's. */
const checkViolations = new Set<unknown>(['23514', 275])

export function isOverspent(error: unknown): boolean {
  const { code, errcode, constraint, message } = error as {
    code?: string
    errcode?: number
    constraint?: string
    message?: string
  }
  const isCheck = checkViolations.has(code) || checkViolations.has(errcode)
  return isCheck && `${constraint} ${message}`.includes('quotas_most')
}
