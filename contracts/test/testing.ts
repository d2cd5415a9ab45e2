export { type Anvil, type AnvilClient, type AnvilOptions, anvilPath, startAnvil } from './anvil.ts'
export { testTokenAbi, testTokenBytecode } from './fixtures.ts'
