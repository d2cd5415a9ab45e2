// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IArbitrable, IArbitrator} from "./Arbitration.sol";
import {PaymentState} from "./EscrowTypes.sol";

/// @notice What the court's arbiter needs of an escrow contract.
interface IDisputedEscrow {
    /// @notice Who resolves its disputes.
    /// @return the arbiter
    function arbiter() external view returns (address);

    /// @notice Where a payment stands.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it is
    /// @return state of which only Disputed matters here
    /// @return verified not used
    /// @return reviewEndsAt not used
    /// @return disputedAt not used
    function payments(
        bytes32 escrow,
        address farmer
    ) external view returns (PaymentState state, bool verified, uint40 reviewEndsAt, uint40 disputedAt);

    /// @notice Decides for one of the two.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param pay whether the farmer gets the money
    function resolve(bytes32 escrow, address farmer, bool pay) external;

    /// @notice Decides that both get a part.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param share the farmer's part, in ten-thousandths
    function split(bytes32 escrow, address farmer, uint16 share) external;
}

/// @title An arbiter that asks a court
/// @notice The arbiter of escrow contracts whose disputes an ERC-792 arbitrator decides, such as Kleros. Anyone brings a
/// dispute and pays the court; anyone shows evidence; what the court rules is done. Nobody else decides anything.
/// @dev An escrow contract names this as its arbiter, with a dispute period that is longer than the court takes.
contract CourtArbiter is IArbitrable {
    /// @notice One dispute before the court.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param isOpen whether the court has not ruled
    struct Case {
        IDisputedEscrow contract_;
        bytes32 escrow;
        address farmer;
        bool isOpen;
    }

    uint256 private constant CHOICES = 2;
    uint256 private constant PAY = 1;
    uint256 private constant REFUND = 2;

    /// @notice The court.
    IArbitrator public immutable arbitrator;

    /// @notice Which court of the arbitrator, and how many jurors.
    bytes public extraData;

    /// @notice Each dispute by the court's number.
    mapping(uint256 disputeID => Case) public cases;

    /// @notice The court's number plus one of a dispute's, by its evidence group; zero where nobody brought it.
    mapping(uint256 evidenceGroup => uint256) public broughtAs;

    /// @notice Only the court rules.
    error NotArbitrator();
    /// @notice This arbiter is not that contract's.
    error NotItsArbiter();
    /// @notice Nothing is disputed there.
    error NotDisputed();
    /// @notice The dispute is before the court already.
    error AlreadyBrought();
    /// @notice The court has ruled, or never had this dispute.
    error NotOpen();
    /// @notice The court costs another fee.
    /// @param cost what it costs, in wei
    error WrongFee(uint256 cost);

    /// @notice Names the court for good, and tells its jurors what they decide.
    /// @param arbitrator_ the court
    /// @param extraData_ which court of the arbitrator, and how many jurors
    /// @param metaEvidence where the file is that tells jurors what they decide (ERC-1497)
    constructor(IArbitrator arbitrator_, bytes memory extraData_, string memory metaEvidence) {
        arbitrator = arbitrator_;
        extraData = extraData_;
        emit MetaEvidence(0, metaEvidence);
    }

    /// @notice Brings a dispute before the court, for the court's fee.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @return disputeID the court's number
    function bring(
        IDisputedEscrow contract_,
        bytes32 escrow,
        address farmer
    ) external payable returns (uint256 disputeID) {
        if (contract_.arbiter() != address(this)) revert NotItsArbiter();
        (PaymentState state, , , ) = contract_.payments(escrow, farmer);
        if (state != PaymentState.Disputed) revert NotDisputed();
        uint256 group = evidenceGroupOf(contract_, escrow, farmer);
        if (broughtAs[group] != 0) revert AlreadyBrought();
        uint256 cost = arbitrator.arbitrationCost(extraData);
        if (msg.value != cost) revert WrongFee(cost);
        // A dispute is brought once, also by who is called back from the court.
        broughtAs[group] = type(uint256).max;
        disputeID = arbitrator.createDispute{value: cost}(CHOICES, extraData);
        broughtAs[group] = disputeID + 1;
        cases[disputeID] = Case(contract_, escrow, farmer, true);
        emit Dispute(arbitrator, disputeID, 0, group);
    }

    /// @notice Anyone shows something about a dispute, before or while it is before the court.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param evidence where the file is (ERC-1497)
    function submitEvidence(
        IDisputedEscrow contract_,
        bytes32 escrow,
        address farmer,
        string calldata evidence
    ) external {
        emit Evidence(arbitrator, evidenceGroupOf(contract_, escrow, farmer), msg.sender, evidence);
    }

    /// @notice The court rules: 1 pays the farmer, 2 gives the money back, and where it refuses to rule each gets a half.
    /// @param disputeID the court's number
    /// @param ruling what it ruled
    function rule(uint256 disputeID, uint256 ruling) external override {
        if (msg.sender != address(arbitrator)) revert NotArbitrator();
        Case storage each = cases[disputeID];
        if (!each.isOpen) revert NotOpen();
        each.isOpen = false;
        emit Ruling(arbitrator, disputeID, ruling);
        // The two may have agreed meanwhile; the court is done with it all the same.
        (PaymentState state, , , ) = each.contract_.payments(each.escrow, each.farmer);
        if (state != PaymentState.Disputed) return;
        if (ruling == PAY || ruling == REFUND) each.contract_.resolve(each.escrow, each.farmer, ruling == PAY);
        else each.contract_.split(each.escrow, each.farmer, 5_000);
    }

    /// @notice Under what the evidence of a dispute is told.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @return the group's id
    function evidenceGroupOf(
        IDisputedEscrow contract_,
        bytes32 escrow,
        address farmer
    ) public pure returns (uint256) {
        return uint256(keccak256(abi.encode(contract_, escrow, farmer)));
    }
}
