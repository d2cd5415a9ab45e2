// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IRuled {
    function rule(uint256 disputeID, uint256 ruling) external;
}

/// @notice An ERC-792 arbitrator with one judge, whoever calls it.
contract OneJudgeCourt {
    uint256 public constant FEE = 1000;

    struct Dispute {
        address arbitrable;
        uint256 choices;
        bytes extraData;
    }

    Dispute[] public disputes;

    function createDispute(uint256 choices, bytes calldata extraData) external payable returns (uint256) {
        require(msg.value >= FEE, "fee");
        disputes.push(Dispute(msg.sender, choices, extraData));
        return disputes.length - 1;
    }

    function arbitrationCost(bytes calldata) external pure returns (uint256) {
        return FEE;
    }

    function give(uint256 disputeID, uint256 ruling) external {
        IRuled(disputes[disputeID].arbitrable).rule(disputeID, ruling);
    }
}
