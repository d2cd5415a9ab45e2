export { questEscrowAbi, questEscrowBytecode } from '../artifacts/quest-escrow.ts'
