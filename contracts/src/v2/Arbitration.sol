// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A court that decides disputes for a fee.
/// @dev ERC-792, https://github.com/ethereum/EIPs/issues/792
interface IArbitrator {
    /// @notice Brings a dispute before the court. Costs `arbitrationCost`.
    /// @param choices how many rulings there are, besides refusing to rule
    /// @param extraData which court, and how many jurors
    /// @return disputeID by which it rules
    function createDispute(uint256 choices, bytes calldata extraData) external payable returns (uint256 disputeID);

    /// @notice What a dispute costs.
    /// @param extraData which court, and how many jurors
    /// @return cost in wei
    function arbitrationCost(bytes calldata extraData) external view returns (uint256 cost);
}

/// @notice What is ruled about, and with what evidence.
/// @dev ERC-792 and ERC-1497, https://github.com/ethereum/EIPs/issues/1497
interface IArbitrable {
    /// @notice The court has ruled.
    /// @param arbitrator the court
    /// @param disputeID the dispute
    /// @param ruling 1 pays the farmer, 2 gives the money back, 0 gives each a half
    event Ruling(IArbitrator indexed arbitrator, uint256 indexed disputeID, uint256 ruling);

    /// @notice What jurors are told about every dispute.
    /// @param metaEvidenceID always 0
    /// @param evidence where the file is
    event MetaEvidence(uint256 indexed metaEvidenceID, string evidence);

    /// @notice A dispute is before the court.
    /// @param arbitrator the court
    /// @param disputeID the dispute
    /// @param metaEvidenceID always 0
    /// @param evidenceGroupID under which its evidence is told
    event Dispute(
        IArbitrator indexed arbitrator,
        uint256 indexed disputeID,
        uint256 metaEvidenceID,
        uint256 evidenceGroupID
    );

    /// @notice Somebody shows something.
    /// @param arbitrator the court
    /// @param evidenceGroupID of the dispute
    /// @param party who shows it
    /// @param evidence where the file is
    event Evidence(
        IArbitrator indexed arbitrator,
        uint256 indexed evidenceGroupID,
        address indexed party,
        string evidence
    );

    /// @notice The court rules.
    /// @param disputeID the dispute
    /// @param ruling one of the choices, or 0
    function rule(uint256 disputeID, uint256 ruling) external;
}
