// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A sequencer's uptime feed that says what a test tells it, or fails as a feed can.
contract UptimeFeed {
    enum Fault {
        None,
        Reverts,
        SaysTooLittle,
        BurnsGas,
        ForgetsThePast
    }

    struct Round {
        uint256 answer;
        uint256 startedAt;
    }

    Round[] private _rounds;
    Fault private _fault;

    constructor() {
        _rounds.push(Round(0, block.timestamp));
    }

    function say(uint256 answer, uint256 startedAt) external {
        _rounds.push(Round(answer, startedAt));
    }

    function setFault(Fault fault) external {
        _fault = fault;
    }

    function latestRoundData() external view returns (uint80, uint256, uint256, uint256, uint80) {
        if (_fault == Fault.Reverts) revert();
        if (_fault == Fault.BurnsGas) while (true) {}
        if (_fault == Fault.SaysTooLittle)
            assembly {
                return(0, 64)
            }
        return _round(_rounds.length - 1);
    }

    function getRoundData(uint80 round) external view returns (uint80, uint256, uint256, uint256, uint80) {
        if (_fault == Fault.ForgetsThePast) revert();
        return _round(round);
    }

    function _round(uint256 id) private view returns (uint80, uint256, uint256, uint256, uint80) {
        Round memory round = _rounds[id];
        return (uint80(id), round.answer, round.startedAt, round.startedAt, uint80(id));
    }
}
