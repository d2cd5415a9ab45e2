import type { Verification } from '@furrow/sdk/contract'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError } from '../../ground/errors.ts'
import type { Caller } from './caller.ts'
import type { Hint } from './hint.ts'
import { spendLookup, spendNetwork } from './host-budget.ts'
import type { LinkedQuest } from './linked.ts'
import { basisOf, recallRefusal, rememberRefusal } from './refusals.ts'
import { isJobOf, type Teller } from './teller.ts'

type Told = {
  readonly hint: Hint
  readonly quests: readonly LinkedQuest[]
  readonly teller: Teller
  readonly caller: Caller | null
}

/**
 * It costs the host's quota: known tellers may always; strangers, and their kept hints, within bounds, and not again
 * for what was refused a moment ago. @throws HostBusyError where it is too much; whatever `ask` throws.
 */
export async function lookUp(
  context: Context,
  host: CodeHost,
  { hint, quests, teller, caller }: Told,
  ask: () => Promise<Verification>,
): Promise<Verification> {
  if (teller.signed || isJobOf(caller, hint)) return ask()
  if (caller?.kind === 'token' && teller.network !== null) {
    spendNetwork(context, teller.network)
    if (await canRead(host, hint, caller.token)) return ask()
  }
  const basis = basisOf(quests)
  // Somebody was promised the service's own tries.
  const refusal = teller.network === null ? null : await recallRefusal(context, hint, basis, teller)
  if (refusal !== null) throw refusal
  const key = `${hint.repoKey} ${hint.pr} ${JSON.stringify(caller)}`
  return shareEqual(context, key, async () => {
    spendLookup(context, hint, teller)
    try {
      return await ask()
    } catch (error) {
      // A refusal of the caller's own token says nothing of the pull request.
      if (caller === null) await rememberRefusal(context, hint, basis, error)
      throw error
    }
  })
}

async function canRead(host: CodeHost, { repository, pr }: Hint, token: string): Promise<boolean> {
  try {
    return (await host.readPullRequest(repository, pr, token)) !== null
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

const underWay = new WeakMap<Context, Map<string, Promise<Verification>>>()

/** Equal hints at the same time share one look-up. */
async function shareEqual(
  context: Context,
  key: string,
  act: () => Promise<Verification>,
): Promise<Verification> {
  const known = underWay.get(context) ?? new Map<string, Promise<Verification>>()
  underWay.set(context, known)
  const answer = known.get(key) ?? act().finally(() => known.delete(key))
  known.set(key, answer)
  return answer
}
