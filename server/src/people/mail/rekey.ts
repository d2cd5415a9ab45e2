import type { Context } from '../../ground/context.ts'
import { renewCanary, requireUsedSecret } from './canary.ts'
import { seal, unseal } from './seal.ts'
import { sealedRows } from './sealed-rows.ts'

const mostReadings = 10

/** Counts of values: a message has two. Only the current secret is needed where `stale` and `unopened` are 0. */
export type Rekeyed = {
  readonly renewed: number
  /** Still sealed with an older secret: they arrive as fast as they are sealed anew. */
  readonly stale: number
  /** Not opened by any of the secrets, and left as they are. */
  readonly unopened: number
}

/**
 * Seals all mail with the current secret while the service runs, and can be broken off. Mail arriving meanwhile may
 * have an older one: it reads until none is left, and then the canary says that older secrets are not needed.
 * @throws WrongSecretError before it writes anything, where no secret is one that the database was used with.
 */
export async function rekey(context: Pick<Context, 'db' | 'secrets'>): Promise<Rekeyed> {
  await requireUsedSecret(context)
  let renewed = 0
  for (let reading = 1; ; reading++) {
    const found = await readOnce(context)
    renewed += found.renewed
    if (found.stale > 0 && reading < mostReadings) continue
    if (found.stale === 0 && found.unopened === 0) await renewCanary(context)
    return { ...found, renewed }
  }
}

async function readOnce({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<Rekeyed> {
  const keys = secrets.sealing
  const [current] = keys
  const found = { renewed: 0, stale: 0, unopened: 0 }
  for await (const row of sealedRows(db)) {
    const sealed = { ...row.values }
    let stale = 0
    for (const [name, value] of Object.entries(row.values)) {
      if (unseal([current], value) !== null) continue
      const text = unseal(keys, value) ?? (row.mayBeClear ? value : null)
      if (text === null) {
        found.unopened++
        continue
      }
      sealed[name] = seal(current, text)
      stale++
    }
    found.stale += stale
    if (stale > 0 && (await row.replace(sealed))) found.renewed += stale
  }
  return found
}
