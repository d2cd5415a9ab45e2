import { ServerResponse } from 'node:http'

/**
 * For a process of the service: it is killed when it has done what so many requests with a key asked for, and would say so
 * to the last of them. All is written then, and that one is not answered, nor what was written with it.
 */
let left = Number(process.env.DIE_BEFORE_ANSWER ?? 1)

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  const [status] = given
  if (Number(status) < 300 && this.req.headers['idempotency-key'] !== undefined && --left === 0)
    process.kill(process.pid, 'SIGKILL')
  return (writeHead as (...given: unknown[]) => ServerResponse).apply(this, given)
} as typeof writeHead
