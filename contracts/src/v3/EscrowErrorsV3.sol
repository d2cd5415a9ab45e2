// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowErrors} from "../v2/EscrowErrors.sol";

/// @notice Why a call is refused, beside the reasons of the second version.
interface EscrowErrorsV3 is EscrowErrors {
    /// @notice The arbiter has ruled, and the ruling is not payable yet.
    /// @param payableAt from when on it is, in unix seconds
    error RulingOpen(uint64 payableAt);
    /// @notice The arbiter has not ruled about this work, or the ruling is payable already.
    error NotRuled();
    /// @notice The owner has paused this ruling before.
    error AlreadyPaused();
    /// @notice The arbiter's time for this dispute is over: anyone settles it.
    /// @param settlesAt when it ended, in unix seconds
    error DisputeOver(uint64 settlesAt);
    /// @notice The arbiter is the operator too, which the giver has not accepted by name.
    /// @param arbiter who is both
    error ArbiterIsOperator(address arbiter);
    /// @notice The owner allows less for a deposit in this token, or none.
    /// @param token the ERC-20, or zero for the native coin
    /// @param most for a deposit, in the token's smallest unit; zero where the token is not listed
    error OverLimit(address token, uint256 most);
    /// @notice A new arbiter and attester begin seven days after they were named.
    /// @param from when they may begin, in unix seconds
    error DecidersTooEarly(uint64 from);
    /// @notice A nomination is good for two weeks.
    /// @param until when it lapsed, in unix seconds
    error NominationLapsed(uint64 until);
    /// @notice Nobody is nominated.
    error NothingNominated();
    /// @notice The arbiter was replaced as often as it can be.
    error TooManyTerms();
}
