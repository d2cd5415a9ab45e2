// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowErrors} from "./EscrowErrors.sol";
import {EscrowEvents} from "./EscrowEvents.sol";
import {Terms} from "./EscrowTypes.sol";

/// @title Who may do what
/// @notice The owner can stop new proposals, and name another operator two days ahead: what contains a stolen operator's key, and
/// nothing more. No role can move, hold back or redirect what is here.
abstract contract Roles is EscrowErrors, EscrowEvents {
    /// @notice Which version of the contract this is.
    uint256 public constant VERSION = 2;

    /// @notice So long before a new operator begins everyone can see who it will be.
    uint64 public constant OPERATOR_DELAY = 2 days;

    /// @notice The longest review window and dispute period that can be deployed.
    uint64 public constant MAX_PERIOD = 365 days;

    /// @notice Names another operator and pauses proposals, mostly a Safe; zero for nobody, ever.
    address public immutable owner;

    /// @notice The only one who resolves disputes.
    address public immutable arbiter;

    /// @notice Whose signature at the proposal decides a dispute that nobody resolves; zero for nobody's.
    address public immutable attester;

    /// @notice How long the giver may look at proposed work before anyone can release it, in seconds.
    uint64 public immutable reviewWindow;

    /// @notice After this time a dispute that the arbiter did not resolve can be settled by anyone, in seconds.
    uint64 public immutable disputePeriod;

    /// @notice The only one who proposes farmers and closes escrows: the service. It cannot move funds.
    address public operator;

    /// @notice Whether the owner has stopped new proposals.
    bool public proposalsPaused;

    /// @notice Who may become operator; zero for nobody.
    address public nominee;

    /// @notice When the nominee may begin, in unix seconds.
    uint64 public nomineeFrom;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator();
        _;
    }

    modifier whileProposing() {
        if (msg.sender != operator) revert NotOperator();
        if (proposalsPaused) revert ProposalsArePaused();
        _;
    }

    /// @notice Gives out the roles.
    /// @param terms who has a part, and the times
    constructor(Terms memory terms) {
        if (terms.operator == address(0) || terms.arbiter == address(0)) revert InvalidAddress();
        if (terms.reviewWindow == 0 || terms.reviewWindow > MAX_PERIOD) revert InvalidReviewWindow();
        if (terms.disputePeriod == 0 || terms.disputePeriod > MAX_PERIOD) revert InvalidDisputePeriod();
        operator = terms.operator;
        owner = terms.owner;
        arbiter = terms.arbiter;
        attester = terms.attester;
        reviewWindow = terms.reviewWindow;
        disputePeriod = terms.disputePeriod;
        emit Deployed(terms);
        emit OperatorChanged(address(0), terms.operator);
    }

    /// @notice The owner stops new proposals, as when the operator's key was stolen, or lets them go on.
    /// @param paused whether they are stopped
    function pauseProposals(bool paused) external onlyOwner {
        proposalsPaused = paused;
        emit ProposalsPaused(paused);
    }

    /// @notice The owner names who may become operator after two days.
    /// @param next who may; zero takes an earlier nomination back
    function nominateOperator(address next) external onlyOwner {
        nominee = next;
        nomineeFrom = uint64(block.timestamp) + OPERATOR_DELAY;
        emit OperatorNominated(next, nomineeFrom);
    }

    /// @notice The nominee becomes operator, and so shows that he has the key.
    function becomeOperator() external {
        if (msg.sender != nominee) revert NotNominee();
        if (block.timestamp < nomineeFrom) revert OperatorTooEarly(nomineeFrom);
        emit OperatorChanged(operator, msg.sender);
        operator = msg.sender;
        nominee = address(0);
    }
}
