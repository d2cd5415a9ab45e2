import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { HttpError } from '../errors.ts'

const slow = new WeakSet<Socket>()

/** Gives one body more time than the server's default; `over` rejects when that has passed too. */
export function takeTime(
  { socket }: IncomingMessage,
  longest: number,
): { readonly over: Promise<never>; end(): void } {
  slow.add(socket)
  const { promise: over, reject } = Promise.withResolvers<never>()
  over.catch(() => {})
  const late = () => reject(new HttpError('request-timeout', 'The request took too long to arrive.'))
  const timer = setTimeout(late, longest)
  return {
    over,
    end() {
      clearTimeout(timer)
      slow.delete(socket)
    },
  }
}

/** Whether it has that extra time: the server reports once that its own has passed. */
export function hasTime(socket: Socket): boolean {
  return slow.has(socket)
}
