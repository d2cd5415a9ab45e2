import { ServerResponse } from 'node:http'

/**
 * For a process of the service: kills it just before it answers the last of so many successful requests with a key.
 * Everything is written by then; only that one stays unanswered, together with the requests written with it.
 */
let left = Number(process.env.DIE_BEFORE_ANSWER ?? 1)

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  const [status] = given
  if (Number(status) < 300 && this.req.headers['idempotency-key'] !== undefined && --left === 0)
    process.kill(process.pid, 'SIGKILL')
  return (writeHead as (...given: unknown[]) => ServerResponse).apply(this, given)
} as typeof writeHead
