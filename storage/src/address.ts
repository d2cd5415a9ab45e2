/** A lower-case Ethereum address: the one form inside the service, and in its tables. */
export type Address = `0x${string}` & { readonly brand: 'Address' }
