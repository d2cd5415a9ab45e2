import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import { seal, unseal } from '../../people/mail/seal.ts'

export type PushKeys = { readonly publicKey: string; readonly privateKey: string; readonly contact: string }

const key = 'push-keys'

/** The key that browsers subscribe with; null if there is no web push. */
export async function readPushKey(context: Context): Promise<string | null> {
  return (await readPushKeys(context))?.publicKey ?? null
}

/** The settings', or the first caller's in the database: subscriptions are for one pair, and outlive JWT_SECRET. */
export async function readPushKeys(context: Context): Promise<PushKeys | null> {
  const { pushContact: contact, vapid } = context.config.notifications
  if (contact === null) return null
  return { ...(vapid ?? (await keptFor(context)(context))), contact }
}

type Pair = Omit<PushKeys, 'contact'>

const keptFor = oneFor((_: Context) => {
  let known: Promise<Pair> | null = null
  return (context: Context) => {
    known ??= readKept(context).catch(error => {
      known = null
      throw error
    })
    return known
  }
})

async function readKept({ db, secrets }: Context): Promise<Pair> {
  const find = () => db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  let row = await find()
  if (row === undefined) {
    const { generateVAPIDKeys } = (await import('web-push')).default
    await db
      .insertInto('meta')
      .values({ key, value: seal(secrets.sealing[0], JSON.stringify(generateVAPIDKeys())) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    row = await find()
  }
  const opened = unseal(secrets.sealing, row?.value ?? '')
  if (opened === null) throw new Error('None of the secrets opens the keys of web push.')
  return JSON.parse(opened) as Pair
}
