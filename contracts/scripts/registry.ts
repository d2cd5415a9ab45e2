import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Deployment } from '../src/deployments.ts'

/** Writes the deployment into the list, in the place of what was there for the same address. */
export function register(file: string, made: Deployment): void {
  const listed = JSON.parse(readFileSync(file, 'utf8')) as Deployment[]
  const others = listed.filter(
    ({ chainId, address }) =>
      chainId !== made.chainId || address.toLowerCase() !== made.address.toLowerCase(),
  )
  const all = [...others, made].toSorted(
    (one, other) => one.chainId - other.chainId || one.address.localeCompare(other.address),
  )
  writeFileSync(`${file}.new`, `${JSON.stringify(all, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}
