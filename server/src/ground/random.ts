import { randomBytes, randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4_096)
let used = pool.length

/**
 * Random bytes that nobody can guess, for ids and for the nonces of seals. `randomBytes` asks the system each time, which
 * costs more than the rest of an id; a pool asks for a hundred at once. Bytes that were given leave the pool.
 */
export function drawBytes(length: number): Buffer {
  if (length > pool.length) return randomBytes(length)
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const given = Buffer.from(pool.subarray(used, used + length))
  pool.fill(0, used, used + length)
  used += length
  return given
}
