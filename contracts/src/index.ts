export { courtArbiterAbi, courtArbiterBytecode } from '../artifacts/court-arbiter.ts'
export { questEscrowAbi, questEscrowBytecode } from '../artifacts/quest-escrow.ts'
export { questEscrowV2Abi, questEscrowV2Bytecode } from '../artifacts/quest-escrow-v2.ts'
export { firstVersion, readVersion } from './version.ts'
