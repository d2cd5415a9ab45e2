import type { Client } from './http.ts'
import type { Door } from './sign-in.ts'

export function betterAuthDoor(client: Client): Door<{ readonly nonce: string }> {
  return {
    async askNonce() {
      return JSON.parse(await client.ask({ method: 'POST', path: '/api/auth/siwe/nonce', body: {} }))
    },
    async verify(_account, _ticket, message, signature) {
      const path = '/api/auth/siwe/verify'
      return JSON.parse(await client.ask({ method: 'POST', path, body: { message, signature } })).token
    },
  }
}
