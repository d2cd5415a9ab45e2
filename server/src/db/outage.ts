const connectionCodes = /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|57P0|08|53|25P03)/
const sqliteBusy = 5

/** Whether the database could not be asked, or had no time: what it was asked for is not to blame. */
export function isOutage(error: unknown): boolean {
  const { code = '', errcode, message = '' } = error as Error & { code?: string; errcode?: number }
  return (
    (code === 'ERR_SQLITE_ERROR' && errcode === sqliteBusy) ||
    connectionCodes.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
  )
}
