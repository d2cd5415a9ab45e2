import {
  decodeFunctionResult,
  domainSeparator,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseSignature,
} from 'viem'
import { EIP712Domain } from '../escrow-domain.ts'
import { escrowAbi } from './abi.ts'
import { callContract, type Node } from './node.ts'
import { type Call, onlyDeposit, type PayIn } from './pay-in.ts'

/** The domain under which a token takes signed permits (EIP-2612). */
export type PermitDomain = {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Hex
}

/** The wallet cannot sign one, or the contract would not take it: nothing was sent, and another way is to be taken. */
export class NoPermitError extends Error {}

/** Words for a wallet to sign (EIP-712), and the call that carries the signature. @throws NoPermitError for no signature of a key. */
export type SignedPayIn = {
  readonly words: object
  call(signature: string): Call
}

const abi = [
  ...parseAbi([
    'function version() view returns (string)',
    'function DOMAIN_SEPARATOR() view returns (bytes32)',
    'function PERMIT_TYPEHASH() view returns (bytes32)',
    'function nonces(address owner) view returns (uint256)',
  ]),
  ...erc20Abi,
] as const

/** keccak256 of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)`; DAI's first is another. */
const permitType = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'

/** How long a signature is good, in seconds: nodes may lag behind, and its owner may take their time. */
const permitGoodFor = 3_600

/**
 * null where the token takes no permit that a client could put together: its own word on its domain has to be met. Only keys
 * sign one; a contract's signature has another form.
 */
export async function readPermitDomain(
  node: Node,
  from: string,
  { token, chainId }: Pick<PayIn, 'token' | 'chainId'>,
): Promise<PermitDomain | null> {
  const ask = async (functionName: 'name' | 'version' | 'DOMAIN_SEPARATOR' | 'PERMIT_TYPEHASH') =>
    decodeFunctionResult({
      abi,
      functionName,
      data: (await callContract(node, token, encodeFunctionData({ abi, functionName }))) as Hex,
    })
  const orNull = (asked: Promise<string>) => asked.catch(() => null)
  const [code, separator, name, version, kind] = await Promise.all([
    node('eth_getCode', [from, 'latest']),
    orNull(ask('DOMAIN_SEPARATOR')),
    orNull(ask('name')),
    orNull(ask('version')),
    orNull(ask('PERMIT_TYPEHASH')),
  ])
  if (separator === null || name === null || String(code).length > 2) return null
  if (kind !== null && kind !== permitType) return null
  const domain = { name, version: version ?? '1', chainId, verifyingContract: token }
  if (domainSeparator({ domain }) !== separator) return null
  return readNonce(node, from, token).then(
    () => domain,
    () => null,
  )
}

async function readNonce(node: Node, from: string, token: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi, functionName: 'nonces', args: [from as Hex] })
  const answer = (await callContract(node, token, data)) as Hex
  return decodeFunctionResult({ abi, functionName: 'nonces', data: answer })
}

/**
 * The permit for what is paid in, good for an hour of the chain's time unless a deadline is given.
 *
 * @throws NoPermitError where the token takes none.
 */
export async function permitOf(
  node: Node,
  from: string,
  payIn: PayIn,
  until?: bigint,
): Promise<SignedPayIn & { readonly deadline: bigint }> {
  const domain = await readPermitDomain(node, from, payIn)
  if (domain === null) throw new NoPermitError()
  const { token, escrow, total } = payIn
  const [nonce, deadline] = await Promise.all([readNonce(node, from, token), until ?? readDeadline(node)])
  const message = {
    owner: from,
    spender: escrow,
    value: String(total),
    nonce: String(nonce),
    deadline: String(deadline),
  }
  return {
    deadline,
    words: { domain, primaryType: 'Permit', types, message },
    call: signature => permittedDeposit(payIn, { deadline, ...split(signature) }),
  }
}

/** An hour from the newest block on. */
export async function readDeadline(node: Node): Promise<bigint> {
  const block = (await node('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  return BigInt(block.timestamp) + BigInt(permitGoodFor)
}

type Signed = { readonly deadline: bigint; readonly v: number; readonly r: Hex; readonly s: Hex }

function permittedDeposit(payIn: PayIn, { deadline, v, r, s }: Signed): Call {
  const { escrow, token } = payIn
  const { quest, amountEach, places } = onlyDeposit(payIn)
  const args = [quest, token, amountEach, places, deadline, v, r, s] as const
  const data = encodeFunctionData({ abi: escrowAbi, functionName: 'fundWithPermit', args })
  return { to: escrow, data, value: '0x0' }
}

function split(signature: string): { readonly v: number; readonly r: Hex; readonly s: Hex } {
  try {
    const { r, s, yParity } = parseSignature(signature as Hex)
    return { r, s, v: yParity + 27 }
  } catch {
    throw new NoPermitError()
  }
}

const types = {
  EIP712Domain,
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
}
