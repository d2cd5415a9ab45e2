export { type Anvil, type AnvilClient, type AnvilOptions, anvilPath, startAnvil } from './anvil.ts'
export {
  blockingTokenAbi,
  blockingTokenBytecode,
  oneJudgeCourtAbi,
  oneJudgeCourtBytecode,
  permitTokenAbi,
  permitTokenBytecode,
  priceFeedAbi,
  priceFeedBytecode,
  resettingTokenAbi,
  resettingTokenBytecode,
  signatureTransferAbi,
  signatureTransferBytecode,
  testTokenAbi,
  testTokenBytecode,
} from './fixtures.ts'
