/** How a wallet's command came: a giver may want agents, or none. */
export type Sent = { readonly via?: Via }
export type Via = 'agent' | null
