import { readFileSync } from 'node:fs'
import { type Hex, isAddress, type JsonRpcAccount } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { openKeystore } from './keystore.ts'

/** The account that pays for a deployment: one of a key, or one of a signer that is asked for each transaction. */
export type Deployer = PrivateKeyAccount | (JsonRpcAccount & { readonly signerUrl: string })

type Text = (name: string) => string

/**
 * The deployer of the settings, or what is wrong with them, without a key. A keystore keeps the key out of the environment, which
 * others may read; a signer, such as that of a hardware wallet, out of this process.
 */
export function readDeployer(text: Text): Deployer | string {
  const given = ['ESCROW_DEPLOYER_SIGNER', 'ESCROW_DEPLOYER_KEYSTORE', 'ESCROW_DEPLOYER_KEY'].filter(
    name => text(name) !== '',
  )
  if (given.length > 1) return `${given.join(' and ')} are set together: choose one.`
  if (given[0] === 'ESCROW_DEPLOYER_SIGNER') return readSigner(text)
  if (given[0] === 'ESCROW_DEPLOYER_KEYSTORE') return readKeystore(text)
  return (
    accountOf(text('ESCROW_DEPLOYER_KEY')) ??
    'ESCROW_DEPLOYER_KEY must be the private key that pays for it: 0x and 64 hex digits. Or name a file in ESCROW_DEPLOYER_KEYSTORE, or a signer in ESCROW_DEPLOYER_SIGNER.'
  )
}

function readSigner(text: Text): Deployer | string {
  const [signerUrl, address] = [text('ESCROW_DEPLOYER_SIGNER'), text('ESCROW_DEPLOYER')]
  if (!/^https?:\/\//.test(signerUrl) || !URL.canParse(signerUrl))
    return 'ESCROW_DEPLOYER_SIGNER must be the address of a signer that takes eth_sendTransaction, such as http://127.0.0.1:1248.'
  if (!isAddress(address))
    return 'ESCROW_DEPLOYER must be the address of the account that ESCROW_DEPLOYER_SIGNER signs for.'
  return { type: 'json-rpc', address, signerUrl }
}

function readKeystore(text: Text): Deployer | string {
  const json = contentOf(text('ESCROW_DEPLOYER_KEYSTORE'))
  if (json === null) return 'ESCROW_DEPLOYER_KEYSTORE cannot be read: it is the path of a keystore file.'
  const password = contentOf(text('ESCROW_DEPLOYER_PASSWORD_FILE'))
  if (password === null)
    return 'ESCROW_DEPLOYER_PASSWORD_FILE cannot be read: it is the path of a file with the password of the keystore.'
  try {
    const account = accountOf(openKeystore(json, password.replace(/\r?\n$/, '')))
    return account ?? 'ESCROW_DEPLOYER_KEYSTORE cannot be opened: it holds no key of this kind.'
  } catch (error) {
    return `ESCROW_DEPLOYER_KEYSTORE cannot be opened: ${(error as Error).message}`
  }
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function accountOf(key: string): PrivateKeyAccount | null {
  try {
    return privateKeyToAccount(key as Hex)
  } catch {
    return null
  }
}
