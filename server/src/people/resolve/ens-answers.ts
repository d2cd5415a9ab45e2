import { type Address, toAddress } from '../../ground/address.ts'
import type { Chains } from '../../ground/clients/chains.ts'
import { askEnsAddress, askEnsName, chainsWithNames, startEnsDeadline } from '../../ground/clients/ens.ts'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { oneFor } from '../../ground/one-for.ts'
import { normalizeName } from './names.ts'

const keptWhereFound = 10 * minute
const keptWhereEmpty = 2 * minute
const maxKept = 50_000

/** Questions to the chain that one asker may cause in a minute: a name that nobody asked for costs a look at it. */
const mostQuestions = 30
const questionsOf = oneFor((context: Context) => createAllowance(context, mostQuestions, minute))

/** The network or address that makes the service ask; null for the service itself. */
export type Asker = string | null

/**
 * At most ten minutes old. Ethereum counts first, then the other chains of RPC_URLS.
 * @throws UnavailableError where ENS cannot be asked; TooManyRequestsError where the asker had too much asked.
 */
export async function findEnsAddress(context: Context, name: string, asker: Asker): Promise<Address | null> {
  const answer = await shareAnswer(context, `name:${name}`, asker, () => askForAddress(context, name))
  return answer === null ? null : toAddress(answer)
}

async function askForAddress({ chains }: Context, name: string): Promise<Address | null> {
  const signal = startEnsDeadline()
  for (const chain of chainsWithNames(chains)) {
    const address = await askEnsAddress(chains, name, chain, { signal })
    if (address !== null) return address
  }
  return null
}

/**
 * At most ten minutes old (ENSIP-19). An address may call itself anything, so a name counts only if it resolves back to it.
 * @throws UnavailableError where ENS cannot be asked; TooManyRequestsError where the asker had too much asked.
 */
export async function findEnsName(context: Context, address: Address, asker: Asker): Promise<string | null> {
  const { chains } = context
  return shareAnswer(context, `address:${address}`, asker, async () => {
    const signal = startEnsDeadline()
    for (const chain of chainsWithNames(chains)) {
      const name = await askEnsName(chains, address, chain, { signal })
      if (name === null || !isNormal(name)) continue
      if ((await askEnsAddress(chains, name, chain, { signal })) === address) return name
    }
    return null
  })
}

/** As `findEnsAddress`, but asks ENS now; the answer is kept too. */
export async function askEnsAddressNow(
  context: Context,
  name: string,
  asker: string,
): Promise<Address | null> {
  questionsOf(context).require(asker)
  const address = await askForAddress(context, name)
  await keepAnswer(context, `name:${name}`, address)
  return address
}

export const forgetEnsAnswers: Duty = {
  name: 'forget answers of ENS',
  every: everyMinute,
  async round({ db, clock }) {
    const surplus = await db
      .selectFrom('ens_answers')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .offset(maxKept)
      .limit(1)
      .executeTakeFirst()
    const until = Math.max(clock.now(), surplus?.expires_at ?? 0)
    await db.deleteFrom('ens_answers').where('expires_at', '<=', until).execute()
    return 0
  },
}

const underWayOf = oneFor((_: Chains) => new Map<string, Promise<string | null>>())

/** Equal questions share an answer; only questions that nobody asked lately count for the asker. */
async function shareAnswer(
  context: Context,
  question: string,
  asker: Asker,
  ask: () => Promise<string | null>,
): Promise<string | null> {
  const kept = await readKept(context, question)
  if (kept !== undefined) return kept.answer
  const asked = underWayOf(context.chains)
  const known = asked.get(question)
  if (known !== undefined) return known
  if (asker !== null) questionsOf(context).require(asker)
  const answer = askAndKeep(context, question, ask).finally(() => asked.delete(question))
  asked.set(question, answer)
  return answer
}

async function askAndKeep(
  context: Context,
  question: string,
  ask: () => Promise<string | null>,
): Promise<string | null> {
  const kept = await readKept(context, question)
  if (kept !== undefined) return kept.answer
  const answer = await ask()
  await keepAnswer(context, question, answer)
  return answer
}

async function readKept({ clock, db }: Context, question: string) {
  return db
    .selectFrom('ens_answers')
    .select('answer')
    .where('question', '=', question)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
}

async function keepAnswer({ db, clock }: Context, question: string, answer: string | null): Promise<void> {
  const expires_at = clock.now() + (answer === null ? keptWhereEmpty : keptWhereFound)
  await db
    .insertInto('ens_answers')
    .values({ question, answer, expires_at })
    .onConflict(conflict => conflict.column('question').doUpdateSet({ answer, expires_at }))
    .execute()
}

function isNormal(name: string): boolean {
  try {
    return normalizeName(name) === name
  } catch (error) {
    if (error instanceof BadRequestError) return false
    throw error
  }
}
