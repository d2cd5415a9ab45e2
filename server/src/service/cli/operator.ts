import { safeCalls } from '@furrow/sdk/safe'
import { createChains } from '../../ground/clients/chains.ts'
import type { Escrow } from '../../ground/clients/escrow.ts'
import { createEscrows } from '../../ground/clients/escrows.ts'
import { systemClock } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { RefusedError } from '../../ground/errors.ts'
import { become, type Said, sayOwnerCall, sayStanding } from '../../quests/rails/chain-rail/rotate.ts'
import { type Outcome, runCommand } from './command.ts'
import { readOwned, usageOfGivers, usageOfOwners } from './owner-calls.ts'

const usage = `npm run operator -- [<command>] [--chain <id>] [--safe | --json]
  show      who may propose to each escrow contract, and whether the settings have the key (this is the default)
  become    sends becomeOperator with the nominated key, which then is the operator's
  --safe    the call as a file of Safe's Transaction Builder, of one chain
All others print what somebody else has to send. The contract's owner:
${usageOfOwners}
A giver:
${usageOfGivers}`

await runCommand(
  // Each of its commands takes words of its own, and refuses others.
  { usage, options: { chain: { type: 'string' }, safe: { type: 'boolean' } }, words: Infinity },
  async ({ values, positionals, say }) => {
    const [asked = 'show', ...given] = positionals
    const act = actOf(asked, given)
    if (act === null) throw new RefusedError(usage)
    const config = readConfig(process.env)
    const escrows = await createEscrows(config.escrows, createChains(config))
    const chosen = escrows.all.filter(
      ({ chainId }) => values.chain === undefined || String(chainId) === values.chain,
    )
    if (chosen.length === 0)
      throw new RefusedError('The settings have no escrow contract, or none on that chain: see ESCROWS.')
    say('asking the chains of the settings')
    const said: Said[] = []
    for (const escrow of chosen) said.push(await act(escrow).catch(error => whyNot(escrow, error)))
    if (values.safe === true) return batchOf(asked, chosen, said)
    return {
      ok: said.every(({ ok }) => ok),
      lines: said.flatMap(({ lines }) => lines),
      json: { contracts: said.map(({ ok, lines }, index) => ({ contract: chosen[index]?.id, ok, lines })) },
    }
  },
)

function batchOf(name: string, chosen: readonly Escrow[], said: readonly Said[]): Outcome {
  const calls = said.flatMap(({ call }) => call ?? [])
  const [chainId, ...others] = new Set(chosen.map(({ chainId }) => chainId))
  if (chainId === undefined || others.length > 0)
    throw new RefusedError('A file of a Safe is for one chain: choose it with --chain.')
  if (calls.length === 0 || said.some(({ ok }) => !ok))
    throw new RefusedError(said.flatMap(({ lines }) => lines).join('\n'))
  const batch = safeCalls(calls, { chainId, name: `Furrow: ${name}`, createdAt: systemClock.now() })
  return { ok: true, lines: [JSON.stringify(batch, null, 2)], json: batch }
}

function actOf(asked: string, given: readonly string[]): ((escrow: Escrow) => Promise<Said>) | null {
  const call = readOwned(asked, given)
  if (call !== null) return escrow => sayOwnerCall(escrow, call)
  if (given.length > 0) return null
  if (asked === 'show') return sayStanding
  return asked === 'become' ? become : null
}

/** A failure at one contract stops no other. The whole error of viem repeats the RPC's address, which may hold a key. */
function whyNot({ id }: Escrow, error: unknown): Said {
  const { shortMessage, message } = error as { shortMessage?: string; message?: string }
  return {
    ok: false,
    lines: [
      `${id}: ${shortMessage ?? (error instanceof RefusedError ? message : 'its chain cannot be asked')}`,
    ],
  }
}
