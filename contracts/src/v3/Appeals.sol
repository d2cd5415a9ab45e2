// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IArbitrator} from "../v2/Arbitration.sol";

/// @notice A court whose rulings can be appealed.
/// @dev ERC-792, https://github.com/ethereum/EIPs/issues/792
interface IAppealableArbitrator is IArbitrator {
    /// @notice Appeals a ruling. Costs `appealCost`; Kleros takes it from the arbitrable contract alone.
    /// @param disputeID the dispute
    /// @param extraData which court, and how many jurors
    function appeal(uint256 disputeID, bytes calldata extraData) external payable;

    /// @notice The cost of an appeal.
    /// @param disputeID the dispute
    /// @param extraData which court, and how many jurors
    /// @return cost in wei
    function appealCost(uint256 disputeID, bytes calldata extraData) external view returns (uint256 cost);

    /// @notice When the ruling of now can be appealed.
    /// @param disputeID the dispute
    /// @return start in unix seconds; zero where it cannot
    /// @return end in unix seconds; zero where it cannot
    function appealPeriod(uint256 disputeID) external view returns (uint256 start, uint256 end);

    /// @notice The court's ruling as things stand.
    /// @param disputeID the dispute
    /// @return ruling one of the choices, or 0
    function currentRuling(uint256 disputeID) external view returns (uint256 ruling);
}
