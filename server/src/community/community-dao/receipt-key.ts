import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import { seal, unseal } from '../../people/mail/seal.ts'
import { publicKeyOf } from './signatures.ts'

export type ReceiptKey = { readonly publicKey: string; readonly privateKey: KeyObject }

const key = 'receipt-key'

type Keeper = Pick<Context, 'db' | 'secrets'>

/** It never changes while a process runs. */
const readerOf = oneFor((_: Context['db']) => {
  let known: Promise<ReceiptKey> | null = null
  return (context: Keeper) => {
    known ??= read(context).catch(error => {
      known = null
      throw error
    })
    return known
  }
})

/** The key that signs receipts and exports of votes: made on first use, kept sealed, and kept when JWT_SECRET changes. */
export function readReceiptKey(context: Keeper): Promise<ReceiptKey> {
  return readerOf(context.db)(context)
}

async function read({ db, secrets }: Keeper): Promise<ReceiptKey> {
  const find = () => db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  let row = await find()
  if (row === undefined) {
    const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
    await db
      .insertInto('meta')
      .values({ key, value: seal(secrets.sealing[0], made.toString('base64')) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    row = await find()
  }
  const opened = unseal(secrets.sealing, row?.value ?? '')
  if (opened === null) throw new Error('None of the secrets opens the key that signs receipts of votes.')
  const privateKey = createPrivateKey({ key: Buffer.from(opened, 'base64'), format: 'der', type: 'pkcs8' })
  return { publicKey: publicKeyOf(privateKey), privateKey }
}
