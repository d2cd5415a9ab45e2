import { type Abi, encodeDeployData, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import {
  questEscrowV2Abi,
  questEscrowV2Bytecode,
  questEscrowV3Abi,
  questEscrowV3Bytecode,
} from '../src/index.ts'
import type { Terms } from './deploy-config.ts'
import type { Source } from './verification.ts'

/** A version of the contract that the command deploys. */
export type Deployable = {
  readonly version: 2 | 3
  readonly source: Source
  readonly bytecode: Hex
  /** For the CREATE2 deployer: the same terms of one version have one address. */
  readonly salt: Hex
  /** The bytecode with the constructor's arguments. */
  readonly encode: (terms: Terms) => Hex
}

const second: Deployable = {
  version: 2,
  source: { folder: 'src/v2', name: 'QuestEscrowV2' },
  bytecode: questEscrowV2Bytecode,
  salt: keccak256(toHex('furrow/quest-escrow/2')),
  encode: terms => encode(questEscrowV2Abi, questEscrowV2Bytecode, terms),
}

const third: Deployable = {
  version: 3,
  source: { folder: 'src/v3', name: 'QuestEscrowV3' },
  bytecode: questEscrowV3Bytecode,
  salt: keccak256(toHex('furrow/quest-escrow/3')),
  encode: ({ tokens, ...terms }) => {
    const three = [0, 1, 2].map(index => tokens[index] ?? zeroAddress)
    return encode(questEscrowV3Abi, questEscrowV3Bytecode, { ...terms, tokens: three })
  },
}

/** By what `--contract` is given; without it the newest. null for a version that is not deployed any more, or not known. */
export function deployable(given = '3'): Deployable | null {
  return [second, third].find(({ version }) => String(version) === given) ?? null
}

function encode(abi: Abi, bytecode: Hex, terms: object): Hex {
  return encodeDeployData({ abi, bytecode, args: [terms] })
}
