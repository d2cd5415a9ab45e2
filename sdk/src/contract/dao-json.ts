import { Type } from 'typebox'

/** The documents of ERC-4824, for tools that list DAOs: https://eips.ethereum.org/EIPS/eip-4824. */
const head = {
  '@context': Type.String(),
  type: Type.Literal('DAO'),
  name: Type.String(),
}
const uri = Type.String({ format: 'uri' })
const person = Type.Object({ type: Type.Literal('EthereumAddress'), id: Type.String() })

export const DaoJson = Type.Object({
  ...head,
  description: Type.Optional(Type.String()),
  membersURI: uri,
  proposalsURI: uri,
  activityLogURI: uri,
  governanceURI: uri,
  contractsURI: Type.Optional(uri),
})

export const DaoJsonMembers = Type.Object({ ...head, members: Type.Array(person) })

export const DaoJsonProposals = Type.Object({
  ...head,
  proposals: Type.Array(
    Type.Object({
      type: Type.Literal('proposal'),
      id: uri,
      name: Type.String(),
      contentURI: uri,
      status: Type.String(),
    }),
    { description: 'Newest first; the Link header leads on' },
  ),
})

export const DaoJsonActivities = Type.Object({
  ...head,
  activities: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.Literal('activity'),
      proposal: Type.Object({ type: Type.Literal('proposal'), id: uri }),
      member: person,
    }),
    { description: 'Each proposal that somebody made, newest first; the Link header leads on' },
  ),
})

export const DaoJsonContracts = Type.Object({
  ...head,
  contracts: Type.Array(
    Type.Object({ ...person.properties, name: Type.String(), description: Type.String() }),
  ),
})
