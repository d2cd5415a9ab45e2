import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { HttpError } from '../errors.ts'

const slow = new WeakSet<Socket>()

/** More time for one body than the server gives to others; `over` fails when that is over too. */
export function takeTime(
  { socket }: IncomingMessage,
  longest: number,
): { readonly over: Promise<never>; end(): void } {
  slow.add(socket)
  const { promise: over, reject } = Promise.withResolvers<never>()
  over.catch(() => {})
  const late = () => reject(new HttpError(408, 'The request took too long to arrive.'))
  const timer = setTimeout(late, longest)
  return {
    over,
    end() {
      clearTimeout(timer)
      slow.delete(socket)
    },
  }
}

/** Whether somebody gave it more time: the server tells once that its own is over. */
export function hasTime(socket: Socket): boolean {
  return slow.has(socket)
}
