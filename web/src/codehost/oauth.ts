import type { PublicConfig } from '@furrow/sdk'

const stateKey = 'furrow.codehost.state'
const tokenKey = 'furrow.codehost.token'

/** The address to which the code host sends the user back. */
function redirectAddress(): string {
  return new URL('/codehost/callback', location.origin).href
}

/** Leaves for the code host, with a state that only this tab knows (RFC 6749, section 10.12). */
export function beginLinking({ authorizeUrl, clientId, scope }: NonNullable<PublicConfig['codehost']>): void {
  const state = crypto.randomUUID()
  sessionStorage.setItem(stateKey, state)
  const url = new URL(authorizeUrl)
  url.search = String(
    new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectAddress(),
      response_type: 'code',
      // As the service gives it: the operator sets the separator that the host takes.
      scope,
      state,
    }),
  )
  location.assign(url)
}

/** Whether the state that came back is the one that left; it counts once. */
export function takeState(state: string | undefined): boolean {
  const kept = sessionStorage.getItem(stateKey)
  sessionStorage.removeItem(stateKey)
  return kept !== null && kept === state
}

export function keepToken(token: string): void {
  sessionStorage.setItem(tokenKey, token)
}

/** The access token of the account that was linked in this tab. */
export function keptToken(): string | null {
  return sessionStorage.getItem(tokenKey)
}

export function forgetToken(): void {
  sessionStorage.removeItem(tokenKey)
}
