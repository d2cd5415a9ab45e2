import {
  decodeFunctionResult,
  domainSeparator,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseSignature,
} from 'viem'
import { type Order, permittedDeposit, type Terms } from './escrow-call.ts'
import { callContract, type Node } from './node.ts'

/** The domain under which a token takes signed permits (EIP-2612). */
export type PermitDomain = {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Hex
}

/** The wallet cannot sign one, or the contract would not take it: a new plan is to be shown, and nothing was sent. */
export class NoPermitError extends Error {}

const abi = [
  { type: 'function', name: 'version', stateMutability: 'view', inputs: [], outputs: [{ type: 'string' }] },
  {
    type: 'function',
    name: 'DOMAIN_SEPARATOR',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'bytes32' }],
  },
  {
    type: 'function',
    name: 'PERMIT_TYPEHASH',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'bytes32' }],
  },
  {
    type: 'function',
    name: 'nonces',
    stateMutability: 'view',
    inputs: [{ type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  ...erc20Abi,
] as const

/** keccak256 of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)`; DAI's first is another. */
const permitType = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'

/**
 * null where the token takes no permit that this page could put together: its own word on its domain has to be met. Only keys
 * sign one; a contract's signature has another form.
 */
export async function readPermitDomain(
  node: Node,
  from: string,
  { token }: Terms,
  chainId: number,
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

/** The owner's nodes may lag behind, and they may take their time. */
const goodFor = 3_600

/**
 * Asks for the signature, and tries the deposit with it without sending it.
 * @throws NoPermitError; the wallet's own errors.
 */
export async function signPermit(
  node: Node,
  from: string,
  terms: Terms,
  domain: PermitDomain,
): Promise<Order> {
  const { token, escrow, total } = terms
  const [nonce, block] = await Promise.all([
    readNonce(node, from, token),
    node('eth_getBlockByNumber', ['latest', false]) as Promise<{ timestamp: Hex }>,
  ])
  const deadline = BigInt(block.timestamp) + BigInt(goodFor)
  const signature = await ask(node, from, {
    domain,
    primaryType: 'Permit',
    types,
    message: {
      owner: from,
      spender: escrow,
      value: String(total),
      nonce: String(nonce),
      deadline: String(deadline),
    },
  })
  const order = permittedDeposit(terms, { deadline, ...split(signature) })
  const { to, data } = order.call
  await callContract(node, to, data, from).catch(() => {
    throw new NoPermitError()
  })
  return order
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
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
}

/** Codes by which a wallet says that it signs no such thing. */
const cannot: readonly number[] = [4200, -32_601]

async function ask(node: Node, from: string, words: object): Promise<string> {
  try {
    return String(await node('eth_signTypedData_v4', [from, JSON.stringify(words)]))
  } catch (error) {
    const { code } = (error ?? {}) as { code?: number }
    if (code !== undefined && cannot.includes(code)) throw new NoPermitError()
    throw error
  }
}
