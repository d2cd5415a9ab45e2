import type { Hex } from 'viem'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  hashTypedData,
  keccak256,
  padHex,
  parseAbi,
  sliceHex,
  stringToHex,
} from 'viem/utils'

/** Safe's own contracts (1.4.1, and 0.2.1 of its passkeys): many chains have them, at the same addresses. */
export const passkeyContracts = {
  /** The code of each account: Safe's, with its events. */
  safe: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  /** Answers to ERC-1271 for the account. */
  handler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  multiSend: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  /** The owner that a passkey is for an account: it compares with the key that the account keeps. */
  signer: '0x94a4F6affBd8975951142c3999aEAB7ecee555c2',
  /** For chains that do not have P-256 themselves (RIP-7212). */
  verifier: '0xc2b78104907F722DABAc4C69f826a522B2754De4',
} as const

const zeroAddress = `0x${'0'.repeat(40)}` as const

/** The hash of the code that the factory puts before each account: it depends on nothing but `safe`. */
const initCodeHash = '0xe298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee'

/** P-256 by the chain's precompile, else by the verifier. */
const verifiers = (0x0100n << 160n) | BigInt(passkeyContracts.verifier)

const setupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function configure((uint256 x, uint256 y, uint176 verifiers) signer)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
])

export type PasskeyAccount = {
  readonly address: Hex
  /** The call that makes it, which anybody may send. */
  readonly factory: Hex
  readonly factoryData: Hex
}

/** A passkey's public key: x and y, 32 bytes each. */
export const passkeyForm = /^0x[0-9a-f]{128}$/

/** The account of a passkey: a Safe whose one owner is the passkey. Nobody needs a chain to know its address. */
export function passkeyAccount(publicKey: Hex): PasskeyAccount {
  const { safe, factory, handler, signer } = passkeyContracts
  const configure = encodeFunctionData({
    abi: setupAbi,
    functionName: 'configure',
    args: [{ x: BigInt(sliceHex(publicKey, 0, 32)), y: BigInt(sliceHex(publicKey, 32, 64)), verifiers }],
  })
  const setup = encodeFunctionData({
    abi: setupAbi,
    functionName: 'setup',
    args: [[signer], 1n, signer, configure, handler, zeroAddress, 0n, zeroAddress],
  })
  const salt = keccak256(concat([keccak256(setup), padHex('0x')]))
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecodeHash: initCodeHash }),
    factory,
    factoryData: encodeFunctionData({
      abi: setupAbi,
      functionName: 'createProxyWithNonce',
      args: [safe, setup, 0n],
    }),
  }
}

/** The hash that a passkey signs so that its account says: this hash is signed (ERC-1271). */
export function passkeyChallenge(hash: Hex, address: Hex, chainId: number): Hex {
  return hashTypedData({
    domain: { chainId, verifyingContract: address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  })
}

export type PasskeyProof = {
  readonly authenticatorData: Hex
  /** As the browser wrote it. */
  readonly clientDataJSON: string
  readonly r: bigint
  readonly s: bigint
}

/** The signature of a passkey's account, as it takes it once it is made. @throws Error where no browser would write so. */
export function passkeySignature({ authenticatorData, clientDataJSON, r, s }: PasskeyProof): Hex {
  const [, fields] = /^\{"type":"webauthn.get","challenge":"[\w-]{43}",(.*)\}$/s.exec(clientDataJSON) ?? []
  if (fields === undefined)
    throw new Error('The browser wrote the proof of the passkey in a form that no account reads.')
  const proof = encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'bytes' }, { type: 'uint256' }, { type: 'uint256' }],
    [authenticatorData, stringToHex(fields), r, s],
  )
  // A contract's signature, in a Safe's form: its address, the place of its proof, a zero, and the proof.
  const size = BigInt((proof.length - 2) / 2)
  return encodePacked(
    ['uint256', 'uint256', 'uint8', 'uint256', 'bytes'],
    [BigInt(passkeyContracts.signer), 65n, 0, size, proof],
  )
}

/** The same signature for an account that is made nowhere yet (ERC-6492). */
export function asUnmade({ factory, factoryData }: PasskeyAccount, signature: Hex): Hex {
  const wrapped = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
    [factory, factoryData, signature],
  )
  return concat([wrapped, `0x${'6492'.repeat(16)}`])
}

/** The hash that a passkey signs to make `owner` another owner of its account; the nonce counts what the account did. */
export function newOwnerChallenge(owner: Hex, address: Hex, chainId: number, nonce = 0n): Hex {
  return hashTypedData({
    domain: { chainId, verifyingContract: address },
    types: { SafeTx: safeTx },
    primaryType: 'SafeTx',
    message: {
      to: address,
      value: 0n,
      data: addOwner(owner),
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce,
    },
  })
}

/** One call that makes the account, where it is not made yet, and gives it another owner. Anybody may send it. */
export function newOwnerCall(
  account: PasskeyAccount,
  owner: Hex,
  signature: Hex,
  isMade = false,
): { to: Hex; data: Hex } {
  const data = encodeFunctionData({
    abi: setupAbi,
    functionName: 'execTransaction',
    args: [account.address, 0n, addOwner(owner), 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signature],
  })
  if (isMade) return { to: account.address, data }
  const calls = [packCall(account.factory, account.factoryData), packCall(account.address, data)]
  return {
    to: passkeyContracts.multiSend,
    data: encodeFunctionData({ abi: setupAbi, functionName: 'multiSend', args: [concat(calls)] }),
  }
}

function addOwner(owner: Hex): Hex {
  return encodeFunctionData({ abi: setupAbi, functionName: 'addOwnerWithThreshold', args: [owner, 1n] })
}

function packCall(to: Hex, data: Hex): Hex {
  const size = BigInt((data.length - 2) / 2)
  return encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, 0n, size, data])
}

const safeTx = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const
