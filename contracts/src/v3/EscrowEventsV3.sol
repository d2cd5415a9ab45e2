// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowEvents} from "../v2/EscrowEvents.sol";
import {Terms} from "./EscrowTypesV3.sol";

/// @notice The events beside those of the second version, all of which are told as before.
interface EscrowEventsV3 is EscrowEvents {
    /// @notice The contract was deployed with these roles and times.
    /// @param terms all of them
    event DeployedAs(Terms terms);

    /// @notice The arbiter ruled. The ruling is told by Resolved or Divided too, and is carried out from `payableAt` on.
    /// @param escrow the id of the escrow
    /// @param farmer whose work was disputed
    /// @param share the farmer's part, in ten-thousandths
    /// @param payableAt from when on anyone carries it out, in unix seconds
    event Ruled(bytes32 indexed escrow, address indexed farmer, uint16 share, uint64 payableAt);

    /// @notice The owner paused a ruling, once: until then the arbiter may rule anew, and what stands then is carried out.
    /// @param escrow the id of the escrow
    /// @param farmer whose work was disputed
    /// @param payableAt from when on anyone carries it out, in unix seconds
    event RulingPaused(bytes32 indexed escrow, address indexed farmer, uint64 payableAt);

    /// @notice The attester signed for this work. Attested tells it too.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    /// @param work a hash of what was attested, as of a merge's address
    event WorkAttested(bytes32 indexed escrow, address indexed farmer, bytes32 work);

    /// @notice The owner has named who may decide about deposits to come.
    /// @param arbiter who may resolve their disputes; zero takes an earlier nomination back
    /// @param attester who may sign for their work; zero for nobody
    /// @param from when they may begin, in unix seconds
    event DecidersNominated(address indexed arbiter, address indexed attester, uint64 from);

    /// @notice Others decide about deposits from now on; about earlier ones those decide who did.
    /// @param term the number that deposits from now on have
    /// @param arbiter who resolves their disputes
    /// @param attester who signs for their work; zero for nobody
    event DecidersChanged(uint8 indexed term, address indexed arbiter, address indexed attester);

    /// @notice The owner has set how much a deposit in a token may be from now on, and so listed it.
    /// @param token the ERC-20, or zero for the native coin
    /// @param most in the token's smallest unit; zero takes it from the list
    event LimitSet(address indexed token, uint256 most);

    /// @notice The owner takes deposits in listed tokens alone from now on, or in all.
    /// @param only whether in listed ones alone
    event OnlyListedSet(bool only);

    /// @notice A giver accepts that one address is operator and arbiter.
    /// @param giver who does
    /// @param arbiter who is both
    /// @param accepted whether they do
    event ArbiterAccepted(address indexed giver, address indexed arbiter, bool accepted);
}
