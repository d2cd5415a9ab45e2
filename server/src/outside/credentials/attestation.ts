import type { Attestation } from '@furrow/sdk/contract'
import {
  encodeAbiParameters,
  encodePacked,
  keccak256,
  parseAbiParameters,
  parseSignature,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { checksum, toAddress } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import type { EasConfig } from '../../ground/config/credentials.ts'
import { knownWallet, pageUrl } from './issuer.ts'
import { amountOf, pullRequestOf, secondsOf, type Told } from './told.ts'

/** The fields of an attestation's data, in the words of EAS's registry of schemas. */
export const easSchema =
  'string title,string repository,uint256 pullRequest,address giver,uint64 paidAt,string amount,string token,string credential'

/** As the registry computes it: without a resolver, and revocable. */
export const easSchemaId = keccak256(
  encodePacked(['string', 'address', 'bool'], [easSchema, zeroAddress, true]),
)

const attest = [
  { name: 'version', type: 'uint16' },
  { name: 'schema', type: 'bytes32' },
  { name: 'recipient', type: 'address' },
  { name: 'time', type: 'uint64' },
  { name: 'expirationTime', type: 'uint64' },
  { name: 'revocable', type: 'bool' },
  { name: 'refUID', type: 'bytes32' },
  { name: 'data', type: 'bytes' },
  { name: 'salt', type: 'bytes32' },
] as const
const protocolVersion = 2

/** The same credential gets the same attestation each time: its salt is of its id. */
export async function writeAttestation(config: Config, eas: EasConfig, told: Told): Promise<Attestation> {
  const { row, work } = told
  const account = privateKeyToAccount(eas.key)
  const domain = {
    name: 'EAS Attestation',
    version: eas.version,
    chainId: eas.chainId,
    verifyingContract: checksum(eas.contract) as `0x${string}`,
  }
  const message = {
    version: protocolVersion,
    schema: easSchemaId,
    recipient: checksum(work.farmer) as `0x${string}`,
    time: BigInt(secondsOf(row.issued_at)),
    expirationTime: 0n,
    revocable: true,
    refUID: zeroHash,
    data: dataOf(config, told),
    salt: keccak256(toHex(row.id)),
  }
  const signed = await account.signTypedData({
    domain,
    types: { Attest: attest },
    primaryType: 'Attest',
    message,
  })
  const { r, s, v } = parseSignature(signed)
  return {
    signer: checksum(toAddress(account.address)),
    sig: {
      version: protocolVersion,
      uid: uidOf(message),
      domain: { ...domain, chainId: String(domain.chainId) },
      primaryType: 'Attest',
      types: { Attest: [...attest] },
      message: { ...message, time: String(message.time), expirationTime: '0' },
      signature: { r, s, v: Number(v) },
    },
  }
}

function dataOf(config: Config, told: Told): `0x${string}` {
  const { row, work } = told
  const { repository, number } = pullRequestOf(config.codehost, work)
  const reward = amountOf(told)
  return encodeAbiParameters(parseAbiParameters(easSchema), [
    work.title,
    repository ?? '',
    BigInt(number),
    knownWallet(work.giver) ?? zeroAddress,
    BigInt(secondsOf(work.paid_at ?? work.released_at ?? 0)),
    reward?.amount ?? '',
    reward?.token ?? '',
    pageUrl(config, row.id),
  ])
}

type Message = {
  readonly version: number
  readonly schema: `0x${string}`
  readonly recipient: `0x${string}`
  readonly time: bigint
  readonly expirationTime: bigint
  readonly revocable: boolean
  readonly refUID: `0x${string}`
  readonly data: `0x${string}`
  readonly salt: `0x${string}`
}

/** The protocol takes the schema as a text there, and no attester. */
function uidOf({ version, schema, recipient, time, expirationTime, revocable, refUID, data, salt }: Message) {
  return keccak256(
    encodePacked(
      [
        ...(['uint16', 'bytes', 'address', 'address', 'uint64', 'uint64'] as const),
        ...(['bool', 'bytes32', 'bytes', 'bytes32', 'uint32'] as const),
      ],
      [
        version,
        toHex(schema),
        recipient,
        zeroAddress,
        time,
        expirationTime,
        revocable,
        refUID,
        data,
        salt,
        0,
      ],
    ),
  )
}
