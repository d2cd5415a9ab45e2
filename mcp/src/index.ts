export { instructions } from './instructions.ts'
export { createMcpServer } from './server.ts'
export { tools } from './tools/all.ts'
