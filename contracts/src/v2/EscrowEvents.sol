// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Terms} from "./EscrowTypes.sol";

/// @notice Everything that happens, so that all state can be built from the log. Those of the first version are as they were.
interface EscrowEvents {
    /// @notice The contract was deployed with these roles and times.
    /// @param terms all of them
    event Deployed(Terms terms);

    /// @notice Somebody else proposes farmers from now on.
    /// @param previous who did so before; zero at the deployment
    /// @param current who does so now
    event OperatorChanged(address indexed previous, address indexed current);

    /// @notice The owner has named who may become operator.
    /// @param nominee who may; zero takes an earlier nomination back
    /// @param from when he may begin, in unix seconds
    event OperatorNominated(address indexed nominee, uint64 from);

    /// @notice The owner stops new proposals, or lets them go on. Nothing else is ever stopped.
    /// @param paused whether they are stopped
    event ProposalsPaused(bool paused);

    /// @notice `amountEach` times `slots` were paid in for a quest.
    /// @param escrow the id of the escrow
    /// @param giver who decides about it
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @param token the ERC-20, or zero for the native coin
    /// @param amountEach what each place pays
    /// @param slots how many farmers can be paid
    event Funded(
        bytes32 indexed escrow,
        address indexed giver,
        bytes32 indexed quest,
        address token,
        uint256 amountEach,
        uint32 slots
    );

    /// @notice Somebody else paid in for the giver, and gets back what comes back.
    /// @param escrow the id of the escrow
    /// @param payer who paid
    event Sponsored(bytes32 indexed escrow, address indexed payer);

    /// @notice The work of a farmer is in review.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    /// @param verified whether the operator said that a merge proved it
    /// @param reviewEndsAt when the review ends, in unix seconds
    event Proposed(bytes32 indexed escrow, address indexed farmer, bool verified, uint64 reviewEndsAt);

    /// @notice The attester signed for the work that is proposed with this.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    event Attested(bytes32 indexed escrow, address indexed farmer);

    /// @notice The giver wants the work finished; its place is free until it is proposed again.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it is
    /// @param returned how often it was returned, with this time
    event Returned(bytes32 indexed escrow, address indexed farmer, uint8 returned);

    /// @notice The giver did not wait for the window's end, or dropped his dispute.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    event Approved(bytes32 indexed escrow, address indexed farmer);

    /// @notice The giver disputes the work; anyone may settle it from `settlesAt` on.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param settlesAt when the arbiter's time is over, in unix seconds
    event Disputed(bytes32 indexed escrow, address indexed farmer, uint64 settlesAt);

    /// @notice The farmer wants nothing for this work.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was
    event Conceded(bytes32 indexed escrow, address indexed farmer);

    /// @notice The arbiter decided a dispute for one of the two.
    /// @param escrow the id of the escrow
    /// @param farmer whose work was disputed
    /// @param pay whether the farmer gets the money
    event Resolved(bytes32 indexed escrow, address indexed farmer, bool pay);

    /// @notice The arbiter decided that both get a part.
    /// @param escrow the id of the escrow
    /// @param farmer whose work was disputed
    /// @param share the farmer's part, in ten-thousandths
    event Divided(bytes32 indexed escrow, address indexed farmer, uint16 share);

    /// @notice A dispute that nobody resolved ended by itself.
    /// @param escrow the id of the escrow
    /// @param farmer whose work was disputed
    /// @param pay whether the farmer gets the money
    event Settled(bytes32 indexed escrow, address indexed farmer, bool pay);

    /// @notice A farmer was paid.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was
    /// @param amount what left, in the token's smallest unit
    event Released(bytes32 indexed escrow, address indexed farmer, uint256 amount);

    /// @notice The farmer named another receiver for what was released with this.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was
    /// @param receiver who got the money
    event ReleasedTo(bytes32 indexed escrow, address indexed farmer, address indexed receiver);

    /// @notice Money went back: for work of `farmer`, or, where that is zero, for places that nobody was proposed for.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was, or zero
    /// @param amount what left, in the token's smallest unit
    event Refunded(bytes32 indexed escrow, address indexed farmer, uint256 amount);

    /// @notice Who paid in named another receiver for what was refunded with this.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was, or zero
    /// @param receiver who got the money
    event RefundedTo(bytes32 indexed escrow, address indexed farmer, address indexed receiver);

    /// @notice What is decided could not be sent; it waits until its receiver takes it or names another.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was
    /// @param receiver who did not take it
    /// @param amount what waits, in the token's smallest unit
    event Waiting(bytes32 indexed escrow, address indexed farmer, address indexed receiver, uint256 amount);

    /// @notice The giver takes the free places back from `endsAt` on; farmers can be proposed until then.
    /// @param escrow the id of the escrow
    /// @param endsAt when the notice ends, in unix seconds
    event NoticeGiven(bytes32 indexed escrow, uint64 endsAt);

    /// @notice The operator takes no more farmers; the giver may take the free places back.
    /// @param escrow the id of the escrow
    event Closed(bytes32 indexed escrow);

    /// @notice Tokens that belonged to no escrow were sent on.
    /// @param token the ERC-20
    /// @param receiver who got them
    /// @param amount how much
    event Rescued(address indexed token, address indexed receiver, uint256 amount);
}
