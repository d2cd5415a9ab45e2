import { type Address, toAddress } from '../address.ts'
import type { Chains } from '../clients/chains.ts'
import { askEnsAddress, askEnsName, startEnsDeadline } from '../clients/ens.ts'
import { minute } from '../clock.ts'
import type { Context } from '../context.ts'
import { type Duty, everyMinute } from '../duty.ts'
import { BadRequestError } from '../errors.ts'
import { oneFor } from '../one-for.ts'
import { normalizeName } from './names.ts'

const keptWhereFound = 10 * minute
const keptWhereEmpty = 2 * minute
const maxKept = 50_000

/**
 * The address of a normalized name, as ENS said it in the last ten minutes; null for none.
 * @throws UnavailableError where ENS cannot be asked.
 */
export async function findEnsAddress(context: Context, name: string): Promise<Address | null> {
  const answer = await shareAnswer(context, `name:${name}`, () => askEnsAddress(context.chains, name))
  return answer === null ? null : toAddress(answer)
}

/**
 * The name of an address, as ENS said it in the last ten minutes. An address may call itself whatever it likes, so it
 * counts only if the name resolves back to it.
 * @throws UnavailableError where ENS cannot be asked.
 */
export async function findEnsName(context: Context, address: Address): Promise<string | null> {
  return shareAnswer(context, `address:${address}`, async () => {
    const signal = startEnsDeadline()
    const name = await askEnsName(context.chains, address, { signal })
    if (name === null || !isNormal(name)) return null
    return (await askEnsAddress(context.chains, name, { signal })) === address ? name : null
  })
}

/** As `findEnsAddress`, but as ENS says it now; the answer is kept too. */
export async function askEnsAddressNow(context: Context, name: string): Promise<Address | null> {
  const address = await askEnsAddress(context.chains, name)
  await keepAnswer(context, `name:${name}`, address)
  return address
}

/** Forgets what has expired, and what was asked longest ago where there is too much. */
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

/** What is being asked right now, in this process. */
const underWayOf = oneFor((_: Chains) => new Map<string, Promise<string | null>>())

/** Who asks what somebody else is asking waits for that answer. */
async function shareAnswer(
  context: Context,
  question: string,
  ask: () => Promise<string | null>,
): Promise<string | null> {
  const asked = underWayOf(context.chains)
  const known = asked.get(question)
  if (known !== undefined) return known
  const answer = readAnswer(context, question, ask).finally(() => asked.delete(question))
  asked.set(question, answer)
  return answer
}

async function readAnswer(
  context: Context,
  question: string,
  ask: () => Promise<string | null>,
): Promise<string | null> {
  const kept = await context.db
    .selectFrom('ens_answers')
    .select('answer')
    .where('question', '=', question)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst()
  if (kept !== undefined) return kept.answer
  const answer = await ask()
  await keepAnswer(context, question, answer)
  return answer
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
